-- CreateTable
CREATE TABLE "agent_secrets" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,

    CONSTRAINT "agent_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "agent_secrets_slug_skill_idx" ON "agent_secrets"("slug", "skill");

-- CreateIndex
CREATE INDEX "agent_secrets_key_id_idx" ON "agent_secrets"("key_id");

-- AddForeignKey
ALTER TABLE "agent_secrets" ADD CONSTRAINT "agent_secrets_slug_skill_fkey" FOREIGN KEY ("slug", "skill") REFERENCES "agent_skills"("slug", "skill") ON DELETE CASCADE ON UPDATE CASCADE;
