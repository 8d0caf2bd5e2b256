import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Flavor, NAMESPACES } from "../../domain/scopes"
import { readOptions } from "../../options"
import { AccountSessions } from "./account-sessions"
import { Assertions } from "./assertions"
import { Attempts } from "./attempts"
import { Clients } from "./clients"
import { Codes } from "./codes"
import { DpopProofs } from "./dpop-proofs"
import { Grants } from "./grants"
import { ManagedClients } from "./managed-clients"
import { OwnGrants } from "./own-grants"
import { OwnMandates } from "./own-mandates"
import { Personal } from "./personal"
import { purgeExpired } from "./purge"
import { PushedRequests } from "./pushed-requests"
import { RegistrationToken } from "./registration-token"
import { Requests } from "./requests"
import { Sandbox } from "./sandbox"
import { Signatures } from "./signatures"
import { TestClients } from "./test-clients"
import { Tokens } from "./tokens"

interface Dependencies {
  __pg_connection__: Knex
}

/**
 * The tables of the authorization server. Secrets are stored as SHA-256 only. Everything that may happen only
 * once (a decision, a code, a refresh) is one conditional UPDATE, so that only one of concurrent attempts
 * succeeds, across all instances.
 */
export default class OAuthService {
  readonly clients: Clients
  readonly requests: Requests
  readonly pushed: PushedRequests
  readonly codes: Codes
  readonly tokens: Tokens
  readonly assertions: Assertions
  readonly attempts: Attempts
  readonly managed: ManagedClients
  readonly grants: Grants
  readonly ownGrants: OwnGrants
  readonly ownMandates: OwnMandates
  readonly accountSessions: AccountSessions
  readonly personal: Personal
  readonly sandbox: Sandbox
  readonly registrationToken: RegistrationToken
  readonly signatures: Signatures
  readonly dpopProofs: DpopProofs
  readonly testClients: TestClients
  private readonly knex: Knex
  private readonly base_url: string

  constructor({ __pg_connection__: knex }: Dependencies, options?: unknown) {
    this.knex = knex
    this.base_url = readOptions(options).base_url
    this.clients = new Clients(knex)
    this.requests = new Requests(knex)
    this.pushed = new PushedRequests(knex)
    this.codes = new Codes(knex)
    this.tokens = new Tokens(knex)
    this.assertions = new Assertions(knex)
    this.attempts = new Attempts(knex)
    this.managed = new ManagedClients(knex)
    this.grants = new Grants(knex)
    this.ownGrants = new OwnGrants(knex)
    this.ownMandates = new OwnMandates(knex)
    this.accountSessions = new AccountSessions(knex)
    this.personal = new Personal(knex)
    this.sandbox = new Sandbox(knex)
    this.registrationToken = new RegistrationToken(knex)
    this.signatures = new Signatures(knex)
    this.dpopProofs = new DpopProofs(knex)
    this.testClients = new TestClients(knex, (flavor) => this.resourceOf(flavor))
  }

  /** The audience of a flavor's tokens: the URL of its surface (RFC 8707). */
  resourceOf(flavor: Flavor): string {
    return `${this.base_url}/${NAMESPACES[flavor]}`
  }

  /** Deletes expired rows and unused clients. */
  purge(): Promise<void> {
    return purgeExpired(this.knex)
  }
}
