-- DropForeignKey
ALTER TABLE "script_executions" DROP CONSTRAINT "script_executions_profile_id_fkey";

-- AlterTable
ALTER TABLE "script_executions" ALTER COLUMN "profile_id" DROP NOT NULL;

-- AddForeignKey
ALTER TABLE "script_executions" ADD CONSTRAINT "script_executions_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "profiles"("id") ON DELETE SET NULL ON UPDATE CASCADE;
