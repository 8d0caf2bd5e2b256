/** The triggers that write audit entries. The tables of the alert and oauth modules must already exist. */
export const AUDITED = [
  `gw_audit_settings after update on gw_setting for each row
     execute function gw_audit_change('settings_changed')`,
  `gw_audit_consent after insert on gw_oauth_grant for each row
     execute function gw_audit_change('consent_given', 'scopes')`,
  `gw_audit_consent_revoked after update on gw_oauth_grant for each row
     when (old.revoked_at is null and new.revoked_at is not null)
     execute function gw_audit_change('consent_revoked', 'revoked_reason')`,
  `gw_audit_consent_lowered after update on gw_oauth_grant for each row
     when (old.authorization_details is distinct from new.authorization_details)
     execute function gw_audit_change('consent_lowered', 'authorization_details')`,
  `gw_audit_denial after update on gw_oauth_request for each row
     when (old.decision is null and new.decision = 'denied')
     execute function gw_audit_change('consent_denied', 'scopes')`,
  `gw_audit_client_approved after update on gw_oauth_client for each row
     when (old.status <> 'approved' and new.status = 'approved'
           or old.approved_at is null and new.approved_at is not null)
     execute function gw_audit_change('client_approved', 'status')`,
  `gw_audit_client_revoked after update on gw_oauth_client for each row
     when (old.status <> 'revoked' and new.status = 'revoked')
     execute function gw_audit_change('client_revoked', 'revoked_reason')`,
  `gw_audit_client_access after update on gw_oauth_client for each row
     when ((old.ip_allow, old.hours, old.limits, old.whole_store, old.dpop_bound_access_tokens)
           is distinct from (new.ip_allow, new.hours, new.limits, new.whole_store, new.dpop_bound_access_tokens))
     execute function gw_audit_change(
       'client_access_changed', 'ip_allow', 'hours', 'limits', 'whole_store', 'dpop_bound_access_tokens')`,
  `gw_audit_client_profile after update on gw_oauth_client for each row
     when (old.ucp_profile is distinct from new.ucp_profile)
     execute function gw_audit_change('client_access_changed', 'ucp_profile')`,
  `gw_audit_client_secret after update on gw_oauth_client for each row
     when (old.secret_hash is distinct from new.secret_hash)
     execute function gw_audit_change('client_secret_rotated', 'auth_method')`,
  `gw_audit_sandbox after insert or update on gw_oauth_sandbox for each row when (new.hash is not null)
     execute function gw_audit_change('sandbox_issued', 'flavor')`,
  `gw_audit_sandbox_disabled after update on gw_oauth_sandbox for each row when (new.hash is null)
     execute function gw_audit_change('sandbox_disabled', 'flavor')`,
  `gw_audit_registration_token after insert or update on gw_oauth_registration_token for each row
     when (new.hash is not null) execute function gw_audit_change('registration_token_issued', 'created_at')`,
  `gw_audit_registration_token_ended after update on gw_oauth_registration_token for each row
     when (new.hash is null) execute function gw_audit_change('registration_token_ended', 'created_at')`,
  `gw_audit_client after insert on gw_oauth_client for each row
     execute function gw_audit_change('client_registered', 'name', 'client_type', 'scopes', 'status')`,
  `gw_audit_token after insert on gw_oauth_token for each row when (new.kind = 'access')
     execute function gw_audit_change('token_issued', 'scopes', 'expires_at')`,
  `gw_audit_token_revoked after update on gw_oauth_token for each row
     when (old.revoked_at is null and new.revoked_at is not null)
     execute function gw_audit_change('token_revoked', 'kind', 'scopes')`,
  `gw_audit_client_spending after update on gw_oauth_client for each row
     when (old.spending is distinct from new.spending)
     execute function gw_audit_change('client_spending_changed', 'spending')`,
  `gw_audit_approval after insert on gw_approval for each row
     execute function gw_audit_change('approval_requested', 'id', 'kind', 'task_id', 'session_id', 'amount', 'currency')`,
  `gw_audit_approval_decided after update on gw_approval for each row
     when (old.status is distinct from new.status)
     execute function gw_audit_change('approval_decided', 'id', 'kind', 'status', 'amount', 'currency', 'note')`,
  `gw_audit_alert after update on gw_alert for each row
     when (old.acknowledged_at is null and new.acknowledged_at is not null)
     execute function gw_audit_change('alert_acknowledged', 'id', 'kind', 'subject')`,
  `gw_audit_alert_reopened after update on gw_alert for each row
     when (old.acknowledged_at is not null and new.acknowledged_at is null)
     execute function gw_audit_change('alert_reopened', 'id', 'kind', 'subject')`,
  `gw_audit_erasure after insert on gw_erasure for each row
     execute function gw_audit_change('customer_erased', 'id', 'customer_id', 'reason')`,
]
