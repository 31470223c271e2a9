-- To whom the person allowed what is said in a chat to be sent.
ALTER TABLE chats ADD COLUMN consent TEXT;
