//! The JSON interface as a page for people, from its OpenAPI document.

use maud::{Markup, html};
use serde_json::Value;

use crate::layout::page;

/// The page.
pub fn interface(document: &Value) -> Markup {
    let body = html! {
        main .plain {
            h1 { "The JSON interface" }
            p { (text(&document["info"]["description"])) }
            p { a href="/api/openapi.json" { "The OpenAPI document" } }
            @for (path, deeds) in fields(&document["paths"]) {
                @for (method, deed) in fields(deeds) {
                    h2 { code { (method.to_uppercase()) " " (path) } }
                    p { (text(&deed["summary"])) }
                    @let schema = &deed["requestBody"]["content"]["application/json"]["schema"];
                    @if !schema.is_null() { p { "Takes " (kind(schema)) "." } }
                    ul {
                        @for (status, answer) in fields(&deed["responses"]) {
                            @let body = &answer["content"]["application/json"]["schema"];
                            li { b { (status) } " " (text(&answer["description"])) @if !body.is_null() { " " (kind(body)) } }
                        }
                    }
                }
            }
            @for (name, schema) in fields(&document["components"]["schemas"]) {
                h2 id=(name) { (name) }
                table .reasons {
                    @for (field, about) in fields(&schema["properties"]) {
                        tr { th { code { (field) } } td { (kind(about)) } td { (text(&about["description"])) } }
                    }
                }
            }
        }
    };
    page("The JSON interface", "one", &body)
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// What a schema asks for, in a word or a link.
fn kind(schema: &Value) -> Markup {
    html! {
        @if let Some(name) = text(&schema["$ref"]).rsplit('/').next().filter(|name| !name.is_empty()) {
            a href={ "#" (name) } { (name) }
        } @else if let Some(several) = schema["oneOf"].as_array() {
            @for (place, one) in several.iter().enumerate() { @if place > 0 { " or " } (kind(one)) }
        } @else if schema["type"] == "array" {
            "list of " (kind(&schema["items"]))
        } @else if let Some(types) = schema["type"].as_array() {
            @for (place, one) in types.iter().enumerate() { @if place > 0 { " or " } (text(one)) }
        } @else {
            (text(&schema["type"]))
            @if schema["properties"].is_object() { " with " @for (name, _) in fields(&schema["properties"]) { code { (name) } " " } }
        }
    }
}
