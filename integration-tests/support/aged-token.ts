import { join } from "node:path"
import { decodeJwt, SignJWT } from "jose"
import { loadSecrets } from "../../demo/secrets"
import { world } from "./world"

/** The same bearer token of the store, as if its person had logged in this many seconds earlier. */
export async function agedToken(token: string, seconds: number): Promise<string> {
  const { iat = 0, ...claims } = decodeJwt(token)
  const { jwt_secret } = loadSecrets(join(world().log_file, "../secrets.json"))
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt(iat - seconds)
    .sign(new TextEncoder().encode(jwt_secret))
}
