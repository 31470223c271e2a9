-- Which instance this database belongs to: the file store has the same id. At most one row.
CREATE TABLE instance (
    place INTEGER NOT NULL PRIMARY KEY CHECK (place = 1),
    id UUID NOT NULL
);

-- Users that were deleted and whose files may still be in the file store: a random id and nothing else about them.
CREATE TABLE departed_users (
    id UUID NOT NULL PRIMARY KEY
);

-- A claim counts the running jobs of each user that waits.
CREATE INDEX jobs_running ON jobs (user_id) WHERE state = 'running';
