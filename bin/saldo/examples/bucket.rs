//! A real S3 server whose buckets are folders, for `scripts/replicas`: `bucket ADDRESS FOLDER KEY SECRET`.

use anyhow::Context;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, folder, key, secret] = arguments.as_slice() else {
        anyhow::bail!("usage: bucket ADDRESS FOLDER KEY SECRET");
    };
    let files = s3s_fs::FileSystem::new(folder).map_err(|error| anyhow::anyhow!("{folder}: {error:?}"))?;
    let mut service = S3ServiceBuilder::new(files);
    service.set_auth(SimpleAuth::from_single(key.as_str(), secret.as_str()));
    let service = service.build();
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
    loop {
        let (connection, _) = listener.accept().await?;
        let service = service.clone();
        tokio::spawn(async move {
            let http = auto::Builder::new(TokioExecutor::new());
            // A client may close its connection at any time.
            drop(http.serve_connection(TokioIo::new(connection), service).await);
        });
    }
}
