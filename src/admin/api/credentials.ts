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

export const useSandbox = () => useOne<SandboxAnswer>("/sandbox")
export const issueSandbox = (flavor: string) => post<Issued>("/sandbox", { flavor })
export const endSandbox = (flavor: string) => remove<object>(`/sandbox/${flavor}`)

interface TokenAnswer {
  readonly registration_token: { readonly created_at: string } | null
}

export const useRegistrationToken = () => useOne<TokenAnswer>("/registration-token")
export const issueRegistrationToken = () => post<Issued>("/registration-token")
export const endRegistrationToken = () => remove<object>("/registration-token")
