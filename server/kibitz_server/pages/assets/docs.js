// Shows /openapi.json; the cookie of the page that led here is the key.
SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null });
