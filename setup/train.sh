# Renders what each model learns from and trains it; interrupted, it goes on where it stopped.
# $1: the training environment's `kibitz`; SHARDS: how much to render; MODELS: which; the rest goes to `kibitz train`.
set -eu
kibitz=$1
shift
for model in ${MODELS:-detector corners reader}; do
    out=
    case $model in
    detector) material=scenes ;;
    corners) material=outlines ;;
    reader) material="crops indices" ;;
    hands) material=hands out="--out build/hands" ;; # not shipped
    *)
        echo "MODELS names $model; expected some of: detector corners reader hands" >&2
        exit 2
        ;;
    esac
    for kind in $material; do
        "$kibitz" render "$kind" --shards "${SHARDS:-250}"
    done
    # shellcheck disable=SC2086 # two words or none
    "$kibitz" train "$model" $out "$@"
done
