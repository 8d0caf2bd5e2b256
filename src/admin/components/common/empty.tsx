import { CheckCircle, ExclamationCircle, MagnifyingGlass } from "@medusajs/icons"
import { Text } from "@medusajs/ui"

export interface Nothing {
  readonly title: string
  readonly about: string
  /** That there is nothing is as it should be, or there may be some that were not looked for. */
  readonly why?: keyof typeof ICONS
}

const ICONS = { good: CheckCircle, none: ExclamationCircle, search: MagnifyingGlass }

/** That there is nothing, and what would change that. */
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
