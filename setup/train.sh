# Renders what each model learns from and trains it; interrupted, it goes on where it stopped.
# $1: the training environment's `kibitz`; the rest goes to `kibitz train`. By the environment: SHARDS: how much to render;
# MODELS: which; HOURS: end after so many, to go on by the same command; PHOTOS: a folder of labelled sets, of which those
# that may be trained on are cut up for the reader; NEGATIVES: a folder of photographs without a card, for scenes in which
# nothing is to be found; KIBITZ_HANDS: cut-out photographs of hands, over and holding cards.
set -eu
kibitz=$1
shift
ends=
if [ -n "${HOURS:-}" ]; then ends=$(($(date +%s) + HOURS * 3600)); fi

over() {
    echo "The slice is over; the same command goes on."
    exit 0
}

timed() {
    if [ -z "$ends" ]; then
        "$@"
        return
    fi
    left=$((ends - $(date +%s)))
    if [ "$left" -le 0 ]; then over; fi
    code=0
    timeout --signal=INT "$left" "$@" || code=$?
    if [ "$code" = 124 ]; then over; fi
    return "$code"
}

# Sets that may be trained on, each cut up once; what of them is for measuring is left out.
harvested() {
    if [ -d "${PHOTOS:-}/$1" ]; then
        set=$PHOTOS/$1
        shift
        timed "$kibitz" harvest "$set" "$@"
    fi
}

for model in ${MODELS:-detector corners reader}; do
    out=
    case $model in
    detector) material=scenes ;;
    corners) material=outlines ;;
    reader)
        material="crops indices"
        harvested edje_train
        harvested mspkvp --leave test1,test2,test3,test5,test6
        harvested foltysm --even
        harvested beleda --even
        ;;
    hands) material=hands out="--out build/hands" ;; # not shipped
    *)
        echo "MODELS names $model; expected some of: detector corners reader hands" >&2
        exit 2
        ;;
    esac
    for kind in $material; do
        photos=
        if [ "$kind" = scenes ] && [ -n "${NEGATIVES:-}" ]; then photos="--photos $NEGATIVES"; fi
        # shellcheck disable=SC2086 # two words or none
        timed "$kibitz" render "$kind" --shards "${SHARDS:-250}" $photos
    done
    # shellcheck disable=SC2086 # two words or none
    timed "$kibitz" train "$model" $out "$@"
done
