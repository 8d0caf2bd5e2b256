import { post, remove } from "./client"
import { useOne } from "./use-one"

/** A secret, which the server returns only once. */
interface Issued {
  readonly token: string
}

interface SandboxAnswer {
  readonly sandbox: {
    readonly possible: boolean
    readonly credentials: readonly { readonly flavor: string; readonly created_at: string }[]
  }
}

/** The credentials for tests, and whether this store can have them. */
export const useSandbox = () => useOne<SandboxAnswer>("/sandbox")

/** Issues the credentials for tests of one kind of client; the previous ones end. */
export const issueSandbox = (flavor: string) => post<Issued>("/sandbox", { flavor })

/** Ends the credentials for tests of one kind of client. */
export const endSandbox = (flavor: string) => remove<object>(`/sandbox/${flavor}`)

interface TokenAnswer {
  readonly registration_token: { readonly created_at: string } | null
}

/** The registration token, without its text; null if there is none. */
export const useRegistrationToken = () => useOne<TokenAnswer>("/registration-token")

/** Issues a registration token; the previous one ends. */
export const issueRegistrationToken = () => post<Issued>("/registration-token")

/** Ends the registration token. */
export const endRegistrationToken = () => remove<object>("/registration-token")
