/** Why a store for conformance suites must not run in production. */
export const UNSAFE = "--conformance lifts limits and prints credentials"
