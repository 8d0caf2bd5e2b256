import type { Check } from "../check"
import { ok, warning } from "../check-result"

interface Found {
  readonly origin: string
}

/** Enough for a sentence; a store with more origins finds the others when it runs the doctor again. */
const MOST_ORIGINS = 10

/**
 * Whether assistants show the store's product images: the document in which they show products loads images only from
 * the origin of `base_url` and from `image_origins`. Other protocols pass image addresses on as they are.
 */
export const productImages: Check = {
  name: "product images",
  async run({ options, query }) {
    const [settings] = await query<{ ucp_enabled: boolean }>("select ucp_enabled from gw_setting")
    if (!settings?.ucp_enabled) return []
    const shown = [new URL(options.base_url).origin, ...options.image_origins]
    const others = (await query<Found>(ORIGINS, [shown])).map(({ origin }) => origin)
    if (!others.length) return [ok("assistants show images of every origin that the products use")]
    const advice = `Add the origins to image_origins: GW_IMAGE_ORIGINS=${others.join(",")}.`
    return [warning(`assistants do not show product images of ${others.join(", ")}`, advice)]
  },
}

/** Addresses without an origin are those of the store; other schemes, such as `data:`, are shown nowhere. */
const ORIGINS = `
  select distinct lower(substring(url from '^https?://[^/?#]+')) as origin
    from (select p.thumbnail as url from product p where p.deleted_at is null and p.status = 'published'
          union all
          select i.url from image i join product p on p.id = i.product_id
           where i.deleted_at is null and p.deleted_at is null and p.status = 'published') as images
   where url ~* '^https?://' and lower(substring(url from '^https?://[^/?#]+')) <> all ($1)
   order by origin limit ${MOST_ORIGINS}`
