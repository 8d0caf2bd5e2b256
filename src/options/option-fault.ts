/** An invalid option and the reason. The name is a path with dots. */
export interface OptionFault {
  readonly option: string
  readonly message: string
}
