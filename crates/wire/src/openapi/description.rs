//! The parts of a route's description that follow from the types of its handler.

use std::collections::BTreeMap;

use utoipa::openapi::path::Operation;
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    ContentBuilder, HttpMethod, OpenApi, Ref, RefOr, Required, Response, ResponseBuilder, Schema,
};
use utoipa::{IntoParams, ToSchema};

const JSON: &str = "application/json";

/// The description of a route in a document.
pub struct Description<'document> {
    operation: &'document mut Operation,
    schemas: &'document mut BTreeMap<String, RefOr<Schema>>,
}

/// Completes the description of a route, if the document has the route.
pub fn describe(
    document: &mut OpenApi,
    (method, path): (HttpMethod, &str),
    complete: impl FnOnce(&mut Description<'_>),
) {
    let Some(item) = document.paths.paths.get_mut(path) else { return };
    let operation = match method {
        HttpMethod::Get => item.get.as_mut(),
        HttpMethod::Post => item.post.as_mut(),
        HttpMethod::Put => item.put.as_mut(),
        HttpMethod::Patch => item.patch.as_mut(),
        HttpMethod::Delete => item.delete.as_mut(),
        _ => None,
    };
    let schemas = &mut document.components.get_or_insert_default().schemas;
    if let Some(operation) = operation {
        complete(&mut Description { operation, schemas });
    }
}

impl Description<'_> {
    /// Adds parameters.
    pub fn add_parameters<T: IntoParams>(&mut self) {
        let parameters = T::into_params(|| None).into_iter().map(RefOr::T);
        self.operation.parameters.get_or_insert_default().extend(parameters);
    }

    /// Sets the body of the request.
    pub fn set_body<T: ToSchema>(&mut self) {
        let content = ContentBuilder::new().schema(Some(self.refer_to::<T>())).build();
        let body = RequestBodyBuilder::new().content(JSON, content).required(Some(Required::True));
        self.operation.request_body = Some(RefOr::T(body.build()));
    }

    /// Adds an answer with a body.
    pub fn add_answer<T: ToSchema>(&mut self, status: u16) {
        let content = ContentBuilder::new().schema(Some(self.refer_to::<T>())).build();
        self.add(status, ResponseBuilder::new().content(JSON, content).build());
    }

    /// Adds an answer without a body.
    pub fn add_empty_answer(&mut self, status: u16) {
        self.add(status, Response::default());
    }

    fn add(&mut self, status: u16, response: Response) {
        self.operation.responses.responses.insert(status.to_string(), RefOr::T(response));
    }

    /// Adds the schema of a type, and the schemas that it uses. Returns a reference to it.
    fn refer_to<T: ToSchema>(&mut self) -> Ref {
        let name = T::name().into_owned();
        let mut schemas = vec![(name.clone(), T::schema())];
        T::schemas(&mut schemas);
        self.schemas.extend(schemas);
        Ref::from_schema_name(name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use utoipa::openapi::{InfoBuilder, OpenApiBuilder, Paths};

    use super::*;
    use crate::lists::{List, PageQuery};
    use crate::rules::AppliedBody;

    #[test]
    fn parameters_bodies_and_answers_are_described_by_their_types() {
        let mut paths = Paths::new();
        paths.add_path_operation("/rules", vec![HttpMethod::Post], Operation::new());
        let mut document = OpenApiBuilder::new().info(InfoBuilder::new()).paths(paths).build();
        describe(&mut document, (HttpMethod::Post, "/rules"), |description| {
            description.add_parameters::<PageQuery>();
            description.set_body::<AppliedBody>();
            description.add_answer::<List<AppliedBody>>(201);
            description.add_empty_answer(204);
        });
        describe(&mut document, (HttpMethod::Get, "/rules"), |_| panic!("the route does not exist"));
        let document = serde_json::to_value(document).unwrap();
        let operation = &document["paths"]["/rules"]["post"];
        assert_eq!(operation["parameters"][1]["name"], "cursor");
        let schema = |name: &str| json!({ "schema": { "$ref": format!("#/components/schemas/{name}") } });
        assert_eq!(operation["requestBody"]["content"][JSON], schema("AppliedBody"));
        assert_eq!(operation["responses"]["201"]["content"][JSON], schema("List_AppliedBody"));
        assert!(operation["responses"]["204"].get("content").is_none());
        assert!(operation["responses"]["204"].is_object());
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert!(schemas.contains_key("AppliedBody") && schemas.contains_key("List_AppliedBody"));
    }
}
