//! Starts a throw-away PostgreSQL, prints the address of an empty database in it, and takes both away again.

#[tokio::main]
async fn main() {
    if let Some(database) = saldo_test_postgres::database().await {
        println!("{}", database.url());
    }
}
