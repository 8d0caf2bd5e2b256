import { expect, it } from "vitest"
import { isOrigin } from "../origin"

it.each([
  "https://images.example",
  "http://127.0.0.1:9000",
  "http://localhost",
  "https://xn--e1afmkfd.example",
])("accepts the origin %s", (text) => expect(isOrigin(text)).toBe(true))

it.each([
  ["a wildcard", "https://*.images.example"],
  ["a path", "https://images.example/"],
  ["another scheme", "data:"],
  ["no scheme", "images.example"],
  ["another directive of a policy", "https://images.example;script-src"],
  ["another source of a policy", "https://images.example https:"],
  ["a quoted keyword", "https://images.example'unsafe-inline'"],
  ["upper case, which browsers do not send", "https://Images.example"],
  ["an empty label", "https://images..example"],
])("refuses %s", (_, text) => expect(isOrigin(text)).toBe(false))
