import { z } from "@medusajs/framework/zod"
import { operation } from "../../operation"
import { redirect } from "../../reply"
import { endpointOf } from "../module"
import { Form } from "../parameters"
import { checkPassword } from "./check-password"
import { postedInteractionOf } from "./interaction"
import { CONSENTERS } from "./person"
import { renderLogin } from "./render"

const Login = z.object({
  email: z.string().default(""),
  password: z.string().default(""),
  kind: z.enum(["user", "customer"]),
  token: z.string().optional(),
})

/** Logs a person in to the store and shows the consent page, or the login page again with what was wrong. */
export const logIn = operation({
  access: "public",
  input: Form.pipe(Login),
  async run({ email, password, kind, token }, call) {
    const interaction = await postedInteractionOf(call, token)
    if (!CONSENTERS[interaction.client.flavor].includes(kind))
      return renderLogin(interaction, call, { kind: "not_suitable" }, 403)
    const checked = await checkPassword({ email, password, kind }, call)
    if ("fault" in checked) return renderLogin(interaction, call, { kind: checked.fault, email }, 401)
    await call.session.logIn(checked.login)
    return redirect(endpointOf(call, `interaction/${interaction.uid}`))
  },
})
