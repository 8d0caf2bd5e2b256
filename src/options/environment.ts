/** The options that the environment sets; undefined for variables that are not set. */
export const fromEnvironment = (env: NodeJS.ProcessEnv) => ({
  base_url: env.GW_BASE_URL,
  trusted_proxies: env.GW_TRUSTED_PROXIES,
  streams_per_client: env.GW_STREAMS_PER_CLIENT,
  debug: env.GW_DEBUG,
  card_key: env.GW_CARD_KEY || undefined,
  encryption_key: env.GW_ENCRYPTION_KEY || undefined,
  metrics_token: env.GW_METRICS_TOKEN || undefined,
  alerts: env.GW_ALERTS_TO
    ? {
        to: env.GW_ALERTS_TO,
        channel: env.GW_ALERTS_CHANNEL || undefined,
        template: env.GW_ALERTS_TEMPLATE || undefined,
      }
    : undefined,
  allow_private_networks: env.GW_ALLOW_PRIVATE_NETWORKS,
  catalog_languages: env.GW_CATALOG_LANGUAGES,
  store_url: env.GW_STORE_URL || undefined,
  logo_url: env.GW_LOGO_URL || undefined,
  accent_color: env.GW_ACCENT_COLOR || undefined,
  image_origins: env.GW_IMAGE_ORIGINS,
  storefront_url: env.GW_STOREFRONT_URL || undefined,
  stripe_publishable_key: env.GW_STRIPE_PUBLISHABLE_KEY || undefined,
  stripe_js_url: env.GW_STRIPE_JS_URL || undefined,
  google_pay: env.GW_GOOGLE_PAY_MERCHANT_ID
    ? {
        merchant_id: env.GW_GOOGLE_PAY_MERCHANT_ID,
        merchant_name: env.GW_GOOGLE_PAY_MERCHANT_NAME || undefined,
        environment: env.GW_GOOGLE_PAY_ENVIRONMENT || undefined,
      }
    : undefined,
  stripe_shared_payment_tokens: env.GW_STRIPE_SHARED_TOKENS_MERCHANT_ID
    ? { merchant_id: env.GW_STRIPE_SHARED_TOKENS_MERCHANT_ID }
    : undefined,
  product_url: env.GW_PRODUCT_URL || undefined,
  catalog_metadata: env.GW_CATALOG_METADATA,
  order_url: env.GW_ORDER_URL || undefined,
  links: {
    terms_of_service: env.GW_TERMS_URL || undefined,
    privacy_policy: env.GW_PRIVACY_URL || undefined,
    refund_policy: env.GW_REFUND_POLICY_URL || undefined,
    shipping_policy: env.GW_SHIPPING_POLICY_URL || undefined,
    faq: env.GW_FAQ_URL || undefined,
  },
  agent_card: {
    name: env.GW_AGENT_CARD_NAME || undefined,
    description: env.GW_AGENT_CARD_DESCRIPTION || undefined,
    organization: env.GW_AGENT_CARD_ORGANIZATION || undefined,
    organization_url: env.GW_AGENT_CARD_ORGANIZATION_URL || undefined,
    documentation_url: env.GW_AGENT_CARD_DOCUMENTATION_URL || undefined,
  },
  acp_feed_push: env.GW_ACP_FEED_URL
    ? {
        url: env.GW_ACP_FEED_URL,
        token: env.GW_ACP_FEED_TOKEN,
        country: env.GW_ACP_FEED_COUNTRY || undefined,
      }
    : undefined,
  payment_routes: env.GW_PAYMENT_ROUTES || undefined,
  ucp_negotiation: env.GW_UCP_NEGOTIATION || undefined,
  ucp_signatures: env.GW_UCP_SIGNATURES || undefined,
  ucp_sign_responses: env.GW_UCP_SIGN_RESPONSES,
  bank: {
    driver: env.GW_BANK_DRIVER || undefined,
    api_url: env.GW_BANK_API_URL || undefined,
    issuer: env.GW_BANK_ISSUER || env.GW_BANK_API_URL || undefined,
    merchant_id: env.GW_BANK_MERCHANT_ID || undefined,
    merchant_key: env.GW_BANK_MERCHANT_KEY || undefined,
    terminals: env.GW_BANK_TERMINALS || undefined,
    bizum: env.GW_BANK_BIZUM || undefined,
    secret: env.GW_BANK_SECRET || undefined,
    signature_version: env.GW_BANK_SIGNATURE_VERSION || undefined,
  },
})
