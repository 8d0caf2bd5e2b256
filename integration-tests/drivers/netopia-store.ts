import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { withinCapabilities } from "../../src/drivers/capabilities"
import type { BankDriver, NotificationRequest } from "../../src/drivers/driver"
import { netopia } from "./netopia-example"
import { NetopiaOptions } from "./netopia-example/options"
import { type NetopiaDouble, startNetopiaDouble } from "./netopia-double/server"

/** The account of the tests. */
export const ACCOUNT = { api_key: "key-of-the-merchant", merchant_id: "AAAA-BBBB-CCCC-DDDD-EEEE" }

/** A store with the example's driver, which only receives notifications, and NETOPIA's double. */
export interface NetopiaStore {
  readonly driver: BankDriver
  readonly double: NetopiaDouble
  /** The notifications, as received. */
  readonly received: readonly NotificationRequest[]
  /** The same driver with other options. */
  driverWith(change: Partial<NetopiaOptions>): BankDriver
  stop(): Promise<void>
}

/** Starts both. The store verifies each notification and replies as the driver requires. */
export async function startNetopiaStore(): Promise<NetopiaStore> {
  const received: NotificationRequest[] = []
  const double = await startNetopiaDouble(ACCOUNT)
  const shop = createServer(async (incoming, response) => {
    const { method = "", headers } = incoming
    const request = { method, headers, raw_body: await buffer(incoming) }
    received.push(request)
    const { status, body, ...reply } = driver.acknowledge(await driver.readNotification(request))
    response.writeHead(status, reply.headers).end(body)
  })
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve))
  const base_url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  const driverWith = (change: Partial<NetopiaOptions>) => {
    const { url: api_url, public_key } = double
    const bank = NetopiaOptions.parse({ driver: "netopia", ...ACCOUNT, api_url, public_key, ...change })
    return withinCapabilities(netopia({ base_url, bank }))
  }
  const driver = driverWith({})
  return {
    driver,
    double,
    received,
    driverWith,
    async stop() {
      shop.closeAllConnections()
      await new Promise((resolve) => shop.close(resolve))
      await double.stop()
    },
  }
}
