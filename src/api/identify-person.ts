import { authenticate } from "@medusajs/framework/http"

/**
 * Reads Medusa's own bearer token where a program may act for a person. Without one the request continues
 * unauthenticated.
 */
export const identifyPerson = authenticate(["user", "customer"], ["bearer"], { allowUnauthenticated: true })
