import { type Markup, markup } from "../../../gateway/markup"

/** The button that denies access. It is a separate form, so that it works without filling in the login fields. */
export function refuseForm(address: string, token: string, label: string): Markup {
  return markup`<form method="post" action="${address}">
<input type="hidden" name="token" value="${token}">
<button name="decision" value="deny">${label}</button>
</form>`
}
