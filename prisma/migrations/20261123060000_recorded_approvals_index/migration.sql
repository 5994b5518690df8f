-- Finds the decisions about a release, with which its approval is compared. It costs other rows nothing.
CREATE INDEX "audit_events_approvals_idx" ON "audit_events"(("detail"->>'digest'))
  WHERE "action" IN ('release.approved', 'permission.approved', 'permission.revoked');
