/** A fault planted in the source, and the spec file that must fail because of it. */
export interface Mutant {
  /** In kebab case; the argument of `npm run mutants -- <name>`. */
  readonly name: string
  /** The source file, relative to the checkout. */
  readonly file: string
  /** Text that occurs in the file exactly once. */
  readonly find: string
  readonly replace: string
  /** The spec file, relative to the checkout. */
  readonly spec: string
  /** Runs only the tests with this in their titles as written, when the whole spec file takes long: a pattern. */
  readonly only?: string
}
