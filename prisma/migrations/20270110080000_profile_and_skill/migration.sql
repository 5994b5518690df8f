-- Compatible with 20270109080000_sums_of_days
-- CreateIndex
CREATE INDEX "executions_principal_id_skill_started_at_id_idx" ON "executions"("principal_id", "skill", "started_at" DESC, "id" DESC);
