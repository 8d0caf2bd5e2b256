/**
 * Stands for Stripe.js in a browser: the part that shows a Payment Element, confirms the payment and has it authenticated. It calls the API of
 * the origin that served it, with `js.` replaced by the name of the host, as at Stripe. The card field is in the page
 * itself, not in a frame. A card that has to be authenticated opens the issuer's page in a frame.
 */
export const STRIPE_JS = `{
  const { src } = document.currentScript
  const at = (host, path) => new URL(path, src.replace("//js.", "//" + host + ".")).href
  const failure = (message) => ({ error: { type: "api_connection_error", message } })

  const post = async (path, fields) => {
    try {
      return await (await fetch(at("api", path), { method: "POST", body: new URLSearchParams(fields) })).json()
    } catch {
      return failure("The Stripe double does not answer.")
    }
  }

  const get = async (path, fields) => {
    try {
      return await (await fetch(at("api", path + "?" + new URLSearchParams(fields)))).json()
    } catch {
      return failure("The Stripe double does not answer.")
    }
  }

  const authenticate = (id, client_secret) => new Promise((resolve) => {
    const frame = document.createElement("iframe")
    frame.title = "Card authentication"
    frame.src = at("hooks", "/redirect/authenticate/" + id + "?" + new URLSearchParams({ client_secret }))
    Object.assign(frame.style, { position: "fixed", inset: 0, width: "100%", height: "100%", border: 0 })
    const onMessage = ({ source, data }) => {
      if (source !== frame.contentWindow) return
      removeEventListener("message", onMessage)
      frame.remove()
      resolve(data)
    }
    addEventListener("message", onMessage)
    document.body.append(frame)
  })

  window.Stripe = (key, { locale }) => ({
    elements: ({ clientSecret, appearance }) => ({
      clientSecret,
      create() {
        const handlers = {}
        return {
          on: (name, handler) => { handlers[name] = handler },
          mount: (selector) => {
            const box = document.querySelector(selector)
            const { theme, variables } = appearance
            Object.assign(box.dataset, { locale, theme, color: variables.colorPrimary })
            box.lang = "en"
            box.innerHTML =
              '<label for="number">Card number</label>' +
              '<input type="text" id="number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242">' +
              '<p class="soft">This is the Stripe double: no card is charged. 4242 4242 4242 4242 is approved, ' +
              '4000 0000 0000 0002 is declined, and 4000 0025 0000 3155 has to be authenticated.</p>'
            queueMicrotask(() => handlers.ready?.())
          },
        }
      },
    }),
    async retrievePaymentIntent(client_secret) {
      const intent = await get("/v1/payment_intents/" + client_secret.split("_secret_")[0], { key, client_secret })
      return intent.error ? { error: intent.error } : { paymentIntent: intent }
    },
    async handleNextAction({ clientSecret: client_secret }) {
      const answer = await authenticate(client_secret.split("_secret_")[0], client_secret)
      return answer.error ? { error: answer.error } : { paymentIntent: answer }
    },
    async confirmPayment({ elements: { clientSecret: client_secret }, confirmParams }) {
      const id = client_secret.split("_secret_")[0]
      const number = document.querySelector("#number").value.replace(/\\s/g, "")
      const card = { "payment_method_data[type]": "card", "payment_method_data[card][number]": number }
      let answer = await post("/v1/payment_intents/" + id + "/confirm", { key, client_secret, ...card })
      if (answer.status === "requires_action") answer = await authenticate(id, client_secret)
      if (answer.error) return { error: answer.error }
      const back = new URL(confirmParams.return_url)
      back.searchParams.set("payment_intent", id)
      back.searchParams.set("payment_intent_client_secret", client_secret)
      back.searchParams.set("redirect_status", "succeeded")
      location.assign(back)
      return new Promise(() => {})
    },
  })
}`
