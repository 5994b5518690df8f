-- Compatible with 20270107080000_format_of_executions
-- CreateIndex
CREATE INDEX "saved_searches_due_idx" ON "saved_searches"("next_ask_at", "id") WHERE ((removed_at IS NULL) AND (paused_at IS NULL));
