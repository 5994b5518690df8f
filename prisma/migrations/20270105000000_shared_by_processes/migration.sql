-- Not logged: their rows last for minutes or hours, and may be lost in a crash of the database.
-- CreateTable
CREATE UNLOGGED TABLE "paced_lanes" (
    "lane" TEXT NOT NULL,
    "starts" DOUBLE PRECISION[],

    CONSTRAINT "paced_lanes_pkey" PRIMARY KEY ("lane")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE UNLOGGED TABLE "kept_offers" (
    "principal_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "skill" TEXT NOT NULL,
    "offer" JSONB NOT NULL,
    "fetched_at" TEXT NOT NULL,
    "kept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "kept_offers_pkey" PRIMARY KEY ("principal_id","id")
);

-- CreateTable
CREATE UNLOGGED TABLE "mcp_sessions" (
    "id" TEXT NOT NULL,
    "principal_id" TEXT NOT NULL,
    "handshake" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mcp_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "kept_offers_kept_at_idx" ON "kept_offers"("kept_at");

-- CreateIndex
CREATE INDEX "mcp_sessions_principal_id_used_at_idx" ON "mcp_sessions"("principal_id", "used_at");
