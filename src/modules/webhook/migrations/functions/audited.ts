/** The triggers that write audit entries for subscriptions. The policy module's function must already exist. */
export const AUDITED = [
  `gw_audit_webhook after insert on gw_webhook_subscription for each row
     execute function gw_audit_change('webhook_registered', 'id', 'profile', 'url', 'events')`,
  `gw_audit_webhook_deleted after delete on gw_webhook_subscription for each row
     execute function gw_audit_change('webhook_deleted', 'id', 'url')`,
  `gw_audit_webhook_secret after update on gw_webhook_subscription for each row
     when (old.secret is distinct from new.secret)
     execute function gw_audit_change('webhook_secret_rotated', 'id', 'url')`,
  `gw_audit_webhook_disabled after update on gw_webhook_subscription for each row
     when (old.status <> 'disabled' and new.status = 'disabled')
     execute function gw_audit_change('webhook_disabled', 'id', 'url', 'disabled_reason', 'failing_since')`,
  `gw_audit_webhook_enabled after update on gw_webhook_subscription for each row
     when (old.status = 'disabled' and new.status <> 'disabled')
     execute function gw_audit_change('webhook_enabled', 'id', 'url')`,
]
