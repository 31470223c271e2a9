//! Starts a temporary PostgreSQL, prints the URL of an empty database in it, and removes both.

#[tokio::main]
async fn main() {
    if let Some(database) = saldo_test_postgres::database().await {
        println!("{}", database.url());
    }
}
