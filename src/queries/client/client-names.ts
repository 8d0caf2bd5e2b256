import type { MedusaContainer } from "@medusajs/framework/types"
import { OAUTH_MODULE } from "../../modules/oauth"
import type OAuthService from "../../modules/oauth/service"

/** Pages of rows, each row with the name of its client; null if it has no client or the client is unknown. */
export async function* namedPages<Row extends { readonly client_id: string | null }, Named>(
  container: MedusaContainer,
  pages: AsyncIterable<readonly Row[]>,
  withName: (row: Row, client_name: string | null) => Named
): AsyncGenerator<Named[], void> {
  for await (const rows of pages) {
    const nameOf = await clientNames(
      container,
      rows.map(({ client_id }) => client_id)
    )
    yield rows.map((row) => withName(row, nameOf(row.client_id)))
  }
}

/** Returns a lookup of client names by id, read in one statement. */
export function clientNames(
  container: MedusaContainer,
  ids: readonly (string | null)[]
): Promise<(id: string | null) => string | null> {
  return container.resolve<OAuthService>(OAUTH_MODULE).managed.names(ids)
}
