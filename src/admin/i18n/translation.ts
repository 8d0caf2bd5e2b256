/**
 * The same texts in another language: none is missing, and none is too many. A language with more plural forms than
 * English says them with the endings of i18next, such as `_few`.
 */
export type Translation<Texts> = { readonly [Key in keyof Texts]: string } & {
  readonly [Key in keyof Texts as Key extends `${infer Stem}_other` ? `${Stem}_few` : never]: string
}
