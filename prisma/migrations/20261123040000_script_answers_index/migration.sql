-- Finds the latest result of a script that ran many times, for requests with cache_s.
CREATE INDEX "executions_scripts_finished_at_idx" ON "executions"("finished_at" DESC)
  WHERE "skill" = 'script';
