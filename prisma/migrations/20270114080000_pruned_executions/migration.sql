-- Compatible with 20270113080000_order_of_results
-- AlterTable
ALTER TABLE "executions" ADD COLUMN "results_hash" TEXT;

-- CreateIndex
CREATE INDEX "executions_with_output_idx" ON "executions"("finished_at") WHERE (output IS NOT NULL);
