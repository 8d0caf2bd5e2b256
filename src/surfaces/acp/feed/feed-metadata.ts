import { json } from "../../../gateway/reply"
import { operation } from "../../../gateway/operation"
import { ACCESS, FeedMarket, openFeed } from "./feed-request"

/**
 * `GET /feed/metadata.json` (ACP: Product feeds, FeedMetadata): the feed of a market, and the time of its last change.
 * Throws as `feedProducts` does.
 */
export const feedMetadata = operation({
  access: ACCESS,
  input: FeedMarket,
  async run(location: FeedMarket, call) {
    const { feed, region_id } = await openFeed(location, call)
    const changes = (await feed.chunks({ region_id })).map(({ changed_at }) => changed_at)
    const updated_at = changes.sort().at(-1)
    const { country } = location
    return json({
      id: region_id,
      ...(country && { target_country: country }),
      ...(updated_at && { updated_at }),
    })
  },
})
