import { type NextRequest, NextResponse } from "next/server"

/** Gives each browser an id of its own for cached data. */
export function middleware(request: NextRequest): NextResponse {
  const response = NextResponse.next()
  if (!request.cookies.has("_medusa_cache_id"))
    response.cookies.set("_medusa_cache_id", crypto.randomUUID(), { maxAge: 60 * 60 * 24 })
  return response
}
