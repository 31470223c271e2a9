//! `saldo user …`: administration of users from the command line.

use std::io::{BufRead as _, IsTerminal as _, Write};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Subcommand;
use saldo_auth::{Auth, SignUpRequest};
use saldo_domain::{Email, PageRequest, User, UserId};
use saldo_storage::Storage;

use crate::config::Config;
use crate::setup;

/// An action on the users of this instance.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Lists all users, oldest first: time of sign-up, id, address and name.
    List,
    /// Adds a user, even if sign-up is closed. The password is read from standard input.
    Create {
        /// The user's email address.
        email: String,
        /// The user's display name.
        #[arg(long, default_value = "")]
        name: String,
    },
    /// Sets a user's password, read from standard input. Ends their sessions and deletes their API tokens.
    SetPassword {
        /// The user's email address.
        email: String,
    },
    /// Disables a user's two-factor authentication, for users who lost both their app and their backup codes.
    /// Ends their sessions.
    #[command(alias = "disable-two-step")]
    DisableTwoFactor {
        /// The user's email address.
        email: String,
    },
    /// Deletes a user and all their data. The next sweep removes their files.
    Delete {
        /// The user's email address.
        email: String,
        /// Confirms the deletion.
        #[arg(long)]
        yes: bool,
    },
}

/// Runs the command and writes its result to `out`.
///
/// # Errors
/// If there is no such user, the password or the address is invalid, or the database fails.
pub async fn run(
    command: UserCommand,
    config: Config,
    auth: &Auth,
    storage: &Arc<dyn Storage>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match command {
        UserCommand::List => list(storage, out).await,
        UserCommand::Create { email, name } => {
            let password = read_password()?;
            let user = SignUpRequest { email: &email, password: &password, name: &name, image: None };
            let user = auth.add_user(user).await?;
            Ok(writeln!(out, "added {}", user.email)?)
        }
        UserCommand::SetPassword { email } => {
            let user = find(storage, &email).await?;
            auth.set_password(&user, &read_password()?).await?;
            let done = "has a new password; all sessions were ended and all API tokens deleted";
            Ok(writeln!(out, "{} {done}", user.email)?)
        }
        UserCommand::DisableTwoFactor { email } => {
            let user = find(storage, &email).await?;
            anyhow::ensure!(user.two_step, "{email} does not use two-factor authentication");
            auth.remove_two_step(user.id).await?;
            let done = "can sign in without two-factor authentication now; all sessions were ended";
            Ok(writeln!(out, "{} {done}", user.email)?)
        }
        UserCommand::Delete { email, yes } => {
            let user = find(storage, &email).await?;
            anyhow::ensure!(yes, "this would delete {email} and all of their data; add --yes to confirm");
            let access = setup::assemble(config, storage.clone())?.feeds.access_of_user(user.id).await;
            storage.delete_user(user.id).await?;
            access.end().await;
            Ok(writeln!(out, "deleted {}", user.email)?)
        }
    }
}

async fn list(storage: &Arc<dyn Storage>, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut request = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: None };
    loop {
        let page = storage.list_users(request.clone()).await?;
        for user in page.items {
            writeln!(out, "{}  {}  {}  {}", user.created_at, user.id, user.email, user.name)?;
        }
        match page.next_cursor {
            Some(cursor) => request.cursor = Some(cursor),
            None => return Ok(()),
        }
    }
}

/// Finds the books that `saldo mcp` reads: those of the user with this address, those of the household with
/// this id, or those of the only user.
///
/// # Errors
/// If there is no such user or household, or neither is named and there are several users or none.
pub async fn find_books(storage: &Arc<dyn Storage>, named: Option<&str>) -> anyhow::Result<UserId> {
    if let Some(named) = named {
        return match named.parse::<UserId>() {
            Ok(books) if storage.is_household(books).await? => Ok(books),
            Ok(books) => anyhow::bail!("no household has the books {books}"),
            Err(_) => Ok(find(storage, named).await?.id),
        };
    }
    let users = storage.list_users(PageRequest::first(2)).await?.items;
    match users.as_slice() {
        [only] => Ok(only.id),
        [] => anyhow::bail!("there are no users yet; sign up first"),
        _ => anyhow::bail!("there are several users; choose one with --user EMAIL"),
    }
}

async fn find(storage: &Arc<dyn Storage>, email: &str) -> anyhow::Result<User> {
    let email = Email::parse(email).with_context(|| format!("{email:?} is not an email address"))?;
    let found = storage.find_user_by_email(&email).await?;
    found.with_context(|| format!("no user has the address {email}; list the users with: saldo user list"))
}

/// Reads one line of standard input. A password as an argument would stay in the shell's history and the
/// process list.
fn read_password() -> anyhow::Result<String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        eprint!("Password (shown as you type): ");
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
