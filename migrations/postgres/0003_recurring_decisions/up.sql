-- The decisions of users about recurring payments, by the printed name of the merchant.
CREATE TABLE recurring_decisions (
    user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    merchant TEXT NOT NULL CHECK (length(merchant) <= 200),
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    direction TEXT NOT NULL,
    rhythm TEXT NOT NULL,
    decision TEXT NOT NULL,
    decided_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (user_id, merchant, currency, direction, rhythm)
);
