//! `saldo user …`: the people of this instance, for the person who runs it.

use std::io::{BufRead as _, IsTerminal as _, Write};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Subcommand;
use saldo_auth::{Auth, NewPerson};
use saldo_domain::{Email, PageRequest, User};
use saldo_storage::Storage;

/// What to do with the people of this instance.
#[derive(Debug, Subcommand)]
pub enum PeopleCommand {
    /// Lists everybody, oldest first: when they signed up, their id, address and name.
    List,
    /// Adds a person, also where sign-up is closed. The password is read from standard input.
    Create {
        /// Their address.
        email: String,
        /// What to call them.
        #[arg(long, default_value = "")]
        name: String,
    },
    /// Gives a person a new password, read from standard input, ends their sessions and deletes their API tokens.
    SetPassword {
        /// Their address.
        email: String,
    },
    /// Switches a person's two-step sign-in off, for when they lost both their app and their backup codes, and ends their
    /// sessions.
    DisableTwoStep {
        /// Their address.
        email: String,
    },
    /// Deletes a person and everything of theirs; their files go with the next sweep.
    Delete {
        /// Their address.
        email: String,
        /// Yes, really.
        #[arg(long)]
        yes: bool,
    },
}

/// Does what the command says and writes what came of it to `out`.
///
/// # Errors
/// When there is no such person, the password or the address will not do, or the database fails.
pub async fn run(
    command: PeopleCommand,
    auth: &Auth,
    storage: &Arc<dyn Storage>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match command {
        PeopleCommand::List => list(storage, out).await,
        PeopleCommand::Create { email, name } => {
            let password = read_password()?;
            let person = NewPerson { email: &email, password: &password, name: &name, image: None };
            let user = auth.add_person(person).await?;
            Ok(writeln!(out, "{} is added", user.email)?)
        }
        PeopleCommand::SetPassword { email } => {
            let user = find(storage, &email).await?;
            auth.set_password(&user, &read_password()?).await?;
            let done = "has a new password, is signed out everywhere and has no API tokens any more";
            Ok(writeln!(out, "{} {done}", user.email)?)
        }
        PeopleCommand::DisableTwoStep { email } => {
            let user = find(storage, &email).await?;
            anyhow::ensure!(user.two_step, "{email} signs in without a second step");
            auth.remove_two_step(user.id).await?;
            let done = "signs in with the password alone and is signed out everywhere";
            Ok(writeln!(out, "{} {done}", user.email)?)
        }
        PeopleCommand::Delete { email, yes } => {
            let user = find(storage, &email).await?;
            anyhow::ensure!(yes, "this deletes {email} and everything of theirs; say --yes to do it");
            storage.delete_user(user.id).await?;
            Ok(writeln!(out, "{} is deleted", user.email)?)
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

async fn find(storage: &Arc<dyn Storage>, email: &str) -> anyhow::Result<User> {
    let email = Email::parse(email)?;
    let found = storage.find_user_by_email(&email).await?;
    found.with_context(|| format!("nobody here has the address {email}"))
}

/// One line of standard input: an argument would stay in the shell's history and in the list of processes.
fn read_password() -> anyhow::Result<String> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        eprint!("Password (it shows as you type): ");
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
