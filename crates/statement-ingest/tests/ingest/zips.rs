//! Tests of ZIP files, which are unpacked in a guarded child process.

use std::io::{Cursor, Write};

use bytes::Bytes;
use saldo_statement_ingest::page::{ChildLimits, ChildReader, InProcess};
use saldo_statement_ingest::{UnpackLimits, Unpacker, ZipFault};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::changed;

fn child() -> ChildReader {
    ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], ChildLimits::default())
}

fn packed(files: &[(&str, &[u8])]) -> Bytes {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner().into()
}

#[tokio::test]
async fn the_files_of_a_zip_file_come_as_they_were_packed() {
    let large = vec![7; 300_000];
    let file = packed(&[("2025/may.csv", b"a,b\n"), ("large.pdf", &large)]);
    for unpacker in [&child() as &dyn Unpacker, &InProcess::default()] {
        let found = unpacker.unpack(file.clone(), UnpackLimits::default()).await.unwrap().unwrap();
        let seen: Vec<(&str, usize)> =
            found.iter().map(|file| (file.name.as_str(), file.content.len())).collect();
        assert_eq!(seen, [("2025/may.csv", 4), ("large.pdf", 300_000)]);
        assert_eq!(&found[0].content[..], b"a,b\n");
    }
}

#[tokio::test]
async fn a_zip_bomb_ends_at_a_limit() {
    // 200 MB of zeros in 200 kB.
    let zeros = vec![0; 50 << 20];
    let bomb = packed(&[("a", &zeros), ("b", &zeros), ("c", &zeros), ("d", &zeros)]);
    let found = child().unpack(bomb.clone(), UnpackLimits::default()).await.unwrap();
    assert_eq!(found, Err(ZipFault::TooDense { max: 100 }));
    let loose = changed(UnpackLimits::default(), |it| it.ratio_max = u64::MAX);
    assert_eq!(child().unpack(bomb, loose).await.unwrap(), Err(ZipFault::TooLarge { max: 64 << 20 }));
}

#[tokio::test]
async fn a_damaged_zip_file_is_refused() {
    let file = packed(&[("a.csv", b"a,b\n")]);
    let found = child().unpack(file.slice(..file.len() - 30), UnpackLimits::default()).await.unwrap();
    assert_eq!(found, Err(ZipFault::Damaged));
}
