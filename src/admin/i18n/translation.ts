/**
 * The type of a translation: exactly the English keys, none missing and none in addition. A language with more plural
 * forms adds them with the suffixes of i18next, such as `_few`.
 */
export type Translation<Texts> = { readonly [Key in keyof Texts]: string } & {
  readonly [Key in keyof Texts as Key extends `${infer Stem}_other` ? `${Stem}_few` : never]: string
}
