import { CheckCircle, ExclamationCircle, MagnifyingGlass } from "@medusajs/icons"
import { Text } from "@medusajs/ui"

/** The texts in place of an empty list. */
export interface Nothing {
  readonly title: string
  readonly about: string
  /** Why the list is empty: a good sign, nothing yet, or nothing that matches the filters. */
  readonly why?: keyof typeof ICONS
}

const ICONS = { good: CheckCircle, none: ExclamationCircle, search: MagnifyingGlass }

/** The placeholder of an empty list, with advice on what would change that. */
export function Empty({ title, about, why = "none" }: Nothing) {
  const Icon = ICONS[why]
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-10 text-center">
      <Icon aria-hidden className="text-ui-fg-subtle mb-2" />
      <Text size="small" weight="plus">
        {title}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {about}
      </Text>
    </div>
  )
}
