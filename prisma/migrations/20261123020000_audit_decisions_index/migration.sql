-- Finds decisions between the rows of executions, which are nearly all rows. It costs an execution nothing.
CREATE INDEX "audit_events_decisions_idx" ON "audit_events"("at" DESC, "lane" DESC, "seq" DESC)
  WHERE "action" NOT IN ('skill.started', 'skill.ended', 'skill.answered', 'skill.rejected');
