-- The words by which the console finds executions. Prisma's schema cannot describe indexes of expressions: the
-- statements that use them are in `lib/console/server/executions/match-text.ts`. The texts are cut, because PostgreSQL
-- refuses to store a row whose words take more than 1 MB.

-- CreateIndex
CREATE INDEX "executions_words_idx" ON "executions" USING GIN (to_tsvector('simple', left(("input" -> 'params')::text, 2000))) WHERE ("skill" <> 'script');

-- CreateIndex
CREATE INDEX "scripts_words_idx" ON "scripts" USING GIN (to_tsvector('simple', left("text", 20000)));
