-- Tells keys that an operator added from those that the agent asked for.

-- AlterTable
ALTER TABLE "profile_keys" ADD COLUMN "by_operator" BOOLEAN NOT NULL DEFAULT false;
