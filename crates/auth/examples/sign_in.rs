//! Signs a user up, looks them up by their cookies and signs them out, with storage in memory.

use std::sync::Arc;

use saldo_auth::memory::Memory;
use saldo_auth::{
    Auth, AuthConfig, ClientInfo, LookupOptions, Ports, Secret, SignUpRequest, SystemClock, random_secret,
};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = AuthConfig::new(Secret::new(random_secret()), "https://money.example.com".parse()?);
    let auth = Auth::new(Ports::of(&Arc::new(Memory::default())), Arc::new(SystemClock), config)?;

    let person = SignUpRequest {
        email: "ada@example.com",
        password: "correct horse battery staple",
        name: "Ada",
        image: None,
    };
    let started = auth.sign_up(person, ClientInfo::default()).await?;
    for cookie in &started.cookies {
        println!("Set-Cookie: {cookie}");
    }

    let pairs: Vec<String> =
        started.cookies.iter().map(|cookie| format!("{}={}", cookie.name(), cookie.value())).collect();
    let cookies = auth.cookies([pairs.join("; ").as_str()]);
    let lookup = auth.authenticate(&cookies, LookupOptions::READ).await?;
    println!("{} is signed in", lookup.signed_in.ok_or("nobody is signed in")?.user.name);

    auth.sign_out(&cookies).await?;
    let lookup = auth.authenticate(&cookies, LookupOptions::READ).await?;
    println!("after signing out: {}", if lookup.signed_in.is_some() { "still in" } else { "nobody" });
    Ok(())
}
