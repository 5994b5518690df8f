-- CreateEnum
CREATE TYPE "credential_kind" AS ENUM ('plain', 'setting', 'bearer', 'basic', 'header', 'query', 'oauth2');

-- CreateTable
CREATE TABLE "credentials" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "kind" "credential_kind" NOT NULL DEFAULT 'plain',
    "detail" JSONB NOT NULL DEFAULT '{}',
    "hosts" TEXT[],
    "sealed" TEXT,
    "key_id" TEXT,
    "clear" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "credentials_name_key" ON "credentials"("name");

-- CreateIndex
CREATE INDEX "credentials_key_id_idx" ON "credentials"("key_id");
