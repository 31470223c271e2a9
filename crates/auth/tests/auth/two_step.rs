//! Two-factor sign-in over time: enrollment, codes with drift and replay, backup codes, trusted
//! browsers, limits.

use std::time::Duration;

use saldo_auth::ports::TwoSteps;
use saldo_auth::{
    Answer, Enrollment, Error, LookupOptions, Result, SecondFactorVerified, SetCookie, SignedIn, TwoStepError,
};
use totp_rs::{Builder, Secret, Totp};
use url::Url;

use crate::browser::{Browser, DAY, MINUTE, PASSWORD, World, just_before, names};

/// An authenticator app that has read the QR code.
pub(crate) struct App(Totp);

impl App {
    pub(crate) fn of(uri: &str) -> Self {
        let uri = Url::parse(uri).unwrap();
        let (_, secret) = uri.query_pairs().find(|(name, _)| name == "secret").unwrap();
        let secret = Secret::try_from_base32(secret.as_ref()).unwrap();
        Self(Builder::new().with_secret(secret).build().unwrap())
    }

    /// Returns the code that the app shows `seconds` from now.
    pub(crate) fn code(&self, world: &World, seconds: i64) -> String {
        use saldo_domain::Clock as _;
        let now = world.clock.now().as_milliseconds() / 1_000 + seconds;
        self.0.generate(u64::try_from(now).unwrap()).to_string()
    }
}

const STEP: Duration = Duration::from_secs(30);

/// Returns the browser, the app and the backup codes of Ada, who enabled two-factor sign-in a while ago.
pub(crate) async fn enrolled(world: &World) -> (Browser, App, Vec<String>) {
    let mut browser = world.ada().await;
    let asker = browser.who(&world.auth).await.unwrap();
    let Enrollment { uri, backup_codes } = world.auth.enroll_two_step(&asker, PASSWORD, None).await.unwrap();
    let app = App::of(&uri);
    let code = app.code(world, 0);
    let client_info = browser.client_info(&world.auth);
    let passed = world.auth.verify_totp(Some(asker), answer(&code), client_info).await.unwrap();
    browser.keep(&passed.cookies);
    world.later(2 * STEP);
    (browser, app, backup_codes)
}

fn answer(code: &str) -> Answer<'_> {
    Answer { code, ..Answer::default() }
}

async fn asker(world: &World, browser: &mut Browser) -> SignedIn {
    browser.lookup(&world.auth, LookupOptions::CHANGE).await.signed_in.unwrap()
}

async fn totp(world: &World, browser: &mut Browser, answer: Answer<'_>) -> Result<SecondFactorVerified> {
    let passed = world.auth.verify_totp(None, answer, browser.client_info(&world.auth)).await;
    if let Ok(passed) = &passed {
        browser.keep(&passed.cookies);
    }
    passed
}

async fn backup(world: &World, browser: &mut Browser, code: &str) -> Result<SecondFactorVerified> {
    let passed = world.auth.verify_backup_code(None, answer(code), browser.client_info(&world.auth)).await;
    if let Ok(passed) = &passed {
        browser.keep(&passed.cookies);
    }
    passed
}

fn refused<T: std::fmt::Debug>(result: Result<T>, why: TwoStepError) {
    match result {
        Err(Error::TwoStep(found)) => assert_eq!(found, why),
        other => panic!("{why:?}: {other:?}"),
    }
}

#[tokio::test]
async fn two_factor_is_enabled_by_a_code_and_renews_the_session() {
    let world = World::new();
    let mut browser = world.ada().await;
    let mut stolen = browser.clone();
    let before = asker(&world, &mut browser).await;
    let enrolment = world.auth.enroll_two_step(&before, PASSWORD, Some("My Bank")).await.unwrap();
    assert!(enrolment.uri.starts_with("otpauth://totp/My%20Bank:ada%40example.com?secret="));
    assert_eq!(enrolment.backup_codes.len(), 10);
    assert!(enrolment.backup_codes.iter().all(|code| code.len() == 11 && &code[5..6] == "-"));
    assert!(!browser.who(&world.auth).await.unwrap().user.two_step);
    assert!(Browser::default().sign_in(&world.auth, PASSWORD, false).await.is_ok());

    let app = App::of(&enrolment.uri);
    assert!(world.auth.totp_uri(&before, PASSWORD).await.unwrap().starts_with("otpauth://totp/localhost:"));
    let client_info = browser.client_info(&world.auth);
    let wrong = world.auth.verify_totp(Some(before.clone()), answer("000000"), client_info.clone()).await;
    refused(wrong, TwoStepError::WrongCode);
    let code = app.code(&world, 0);
    let passed = world.auth.verify_totp(Some(before.clone()), answer(&code), client_info).await.unwrap();
    assert_eq!(names(&passed.cookies), ["session_token", "session_data"]);
    assert!(passed.user.two_step);
    browser.keep(&passed.cookies);
    let after = browser.who(&world.auth).await.unwrap();
    assert!(after.user.two_step);
    assert_ne!(after.token, before.token);
    assert!(stolen.who(&world.auth).await.is_none());
    let again = world.auth.enroll_two_step(&after, PASSWORD, None).await;
    refused(again, TwoStepError::AlreadyEnabled);
}

#[tokio::test]
async fn enrolling_requires_the_password() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = asker(&world, &mut browser).await;
    let wrong = world.auth.enroll_two_step(&ada, "wrong horse", None).await;
    assert!(matches!(wrong, Err(Error::WrongPassword)), "{wrong:?}");
    let book = world.auth.enroll_two_step(&ada, &"a".repeat(129), None).await;
    assert!(matches!(book, Err(Error::PasswordTooLong)), "{book:?}");
    refused(world.auth.totp_uri(&ada, PASSWORD).await, TwoStepError::NotEnrolled);
    refused(world.auth.renew_backup_codes(&ada, PASSWORD).await, TwoStepError::NotEnabled);

    let world = World::new();
    let (mut browser, ..) = enrolled(&world).await;
    let ada = asker(&world, &mut browser).await;
    let client_info = browser.client_info(&world.auth);
    for wrong in ["wrong horse", ""] {
        assert!(matches!(world.auth.totp_uri(&ada, wrong).await, Err(Error::WrongPassword)));
        assert!(matches!(world.auth.renew_backup_codes(&ada, wrong).await, Err(Error::WrongPassword)));
        let disabled = world.auth.disable_two_step(&ada, wrong, client_info.clone()).await;
        assert!(matches!(disabled, Err(Error::WrongPassword)), "{disabled:?}");
    }
}

#[tokio::test]
async fn signing_in_requires_the_password_and_a_code() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    let mut browser = Browser::default();
    let cookies = browser.show_password(&world.auth, false).await;
    assert_eq!(names(&cookies), ["-session_token", "-session_data", "two_factor"]);
    assert_eq!(cookies[2].max_age(), Some(10 * MINUTE));
    assert!(browser.who(&world.auth).await.is_none());
    let passed = totp(&world, &mut browser, answer(&app.code(&world, 0))).await.unwrap();
    assert_eq!(names(&passed.cookies), ["session_token", "session_data", "-two_factor"]);
    assert_eq!(browser.who(&world.auth).await.unwrap().user, passed.user);
}

#[tokio::test]
async fn a_new_sign_in_ends_the_session_until_the_code_is_entered() {
    let world = World::new();
    let (mut browser, ..) = enrolled(&world).await;
    assert!(browser.who(&world.auth).await.is_some());
    browser.show_password(&world.auth, false).await;
    assert!(browser.who(&world.auth).await.is_none());
}

#[tokio::test]
async fn a_code_is_accepted_one_time_step_early_or_late() {
    for (seconds, taken) in [(-60, false), (-30, true), (0, true), (30, true), (60, false)] {
        let world = World::new();
        let (_, app, _) = enrolled(&world).await;
        world.later(10 * STEP);
        let mut browser = Browser::default();
        browser.show_password(&world.auth, false).await;
        let passed = totp(&world, &mut browser, answer(&app.code(&world, seconds))).await;
        assert_eq!(passed.is_ok(), taken, "{seconds} seconds: {passed:?}");
    }
}

#[tokio::test]
async fn a_code_works_once_and_invalidates_earlier_ones() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    world.later(10 * STEP);
    let mut first = Browser::default();
    first.show_password(&world.auth, false).await;
    let code = app.code(&world, 0);
    totp(&world, &mut first, answer(&code)).await.unwrap();
    let mut second = Browser::default();
    second.show_password(&world.auth, false).await;
    refused(totp(&world, &mut second, answer(&code)).await, TwoStepError::WrongCode);
    let earlier = app.code(&world, -30);
    refused(totp(&world, &mut second, answer(&earlier)).await, TwoStepError::WrongCode);
    world.later(STEP);
    refused(totp(&world, &mut second, answer(&code)).await, TwoStepError::WrongCode);
    totp(&world, &mut second, answer(&app.code(&world, 0))).await.unwrap();
}

#[tokio::test]
async fn the_enrollment_code_cannot_be_reused_to_sign_in() {
    let world = World::new();
    let mut browser = world.ada().await;
    let ada = asker(&world, &mut browser).await;
    let app = App::of(&world.auth.enroll_two_step(&ada, PASSWORD, None).await.unwrap().uri);
    let code = app.code(&world, 0);
    let client_info = browser.client_info(&world.auth);
    world.auth.verify_totp(Some(ada), answer(&code), client_info).await.unwrap();
    let mut other = Browser::default();
    other.show_password(&world.auth, false).await;
    refused(totp(&world, &mut other, answer(&code)).await, TwoStepError::WrongCode);
}

#[tokio::test]
async fn a_sign_in_must_finish_once_within_ten_minutes_in_its_browser() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    let mut browser = Browser::default();
    refused(totp(&world, &mut browser, answer("000000")).await, TwoStepError::NoChallenge);
    browser.replace("two_factor", "forged.AAAA");
    refused(totp(&world, &mut browser, answer("000000")).await, TwoStepError::NoChallenge);
    browser.show_password(&world.auth, false).await;
    let mut copied = browser.clone();
    world.later(just_before(10 * MINUTE));
    totp(&world, &mut browser, answer(&app.code(&world, 0))).await.unwrap();
    world.later(STEP);
    refused(totp(&world, &mut copied, answer(&app.code(&world, 0))).await, TwoStepError::NoChallenge);
    browser.show_password(&world.auth, false).await;
    world.later(10 * MINUTE);
    refused(totp(&world, &mut browser, answer(&app.code(&world, 0))).await, TwoStepError::NoChallenge);
}

#[tokio::test]
async fn five_wrong_codes_end_a_sign_in() {
    let world = World::new();
    let (_, app, backup_codes) = enrolled(&world).await;
    let mut browser = Browser::default();
    browser.show_password(&world.auth, false).await;
    for _ in 0..4 {
        refused(totp(&world, &mut browser, answer("000000")).await, TwoStepError::WrongCode);
    }
    refused(backup(&world, &mut browser, "wrong").await, TwoStepError::WrongBackupCode);
    let right = app.code(&world, 0);
    refused(totp(&world, &mut browser, answer(&right)).await, TwoStepError::TooManyAttempts);
    refused(totp(&world, &mut browser, answer(&right)).await, TwoStepError::NoChallenge);
    refused(backup(&world, &mut browser, &backup_codes[0]).await, TwoStepError::NoChallenge);
    browser.show_password(&world.auth, false).await;
    totp(&world, &mut browser, answer(&right)).await.unwrap();
}

#[tokio::test]
async fn ten_wrong_codes_in_a_row_lock_the_user_for_fifteen_minutes() {
    let world = World::new();
    let (_, app, backup_codes) = enrolled(&world).await;
    let mut browser = Browser::default();
    for _ in 0..2 {
        browser.show_password(&world.auth, false).await;
        for _ in 0..5 {
            refused(totp(&world, &mut browser, answer("000000")).await, TwoStepError::WrongCode);
        }
    }
    let locked = async |browser: &mut Browser| {
        browser.show_password(&world.auth, false).await;
        refused(totp(&world, browser, answer(&app.code(&world, 0))).await, TwoStepError::Locked);
        refused(backup(&world, browser, &backup_codes[0]).await, TwoStepError::Locked);
    };
    locked(&mut browser).await;
    world.later(just_before(15 * MINUTE));
    locked(&mut browser).await;
    world.later(Duration::from_millis(1));
    refused(totp(&world, &mut browser, answer("000000")).await, TwoStepError::WrongCode);
    totp(&world, &mut browser, answer(&app.code(&world, 0))).await.unwrap();
}

#[tokio::test]
async fn a_correct_code_resets_the_failure_count() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    let mut browser = Browser::default();
    for _ in 0..4 {
        browser.show_password(&world.auth, false).await;
        for _ in 0..4 {
            refused(totp(&world, &mut browser, answer("000000")).await, TwoStepError::WrongCode);
        }
        world.later(STEP);
        totp(&world, &mut browser, answer(&app.code(&world, 0))).await.unwrap();
    }
}

#[tokio::test]
async fn a_backup_code_works_once_and_new_ones_replace_the_old() {
    let world = World::new();
    let (mut signed_in, _, backup_codes) = enrolled(&world).await;
    let mut browser = Browser::default();
    browser.show_password(&world.auth, false).await;
    backup(&world, &mut browser, &backup_codes[3]).await.unwrap();
    assert!(browser.who(&world.auth).await.is_some());
    browser.show_password(&world.auth, false).await;
    refused(backup(&world, &mut browser, &backup_codes[3]).await, TwoStepError::WrongBackupCode);
    let ada = asker(&world, &mut signed_in).await;
    let renewed = world.auth.renew_backup_codes(&ada, PASSWORD).await.unwrap();
    refused(backup(&world, &mut browser, &backup_codes[4]).await, TwoStepError::WrongBackupCode);
    backup(&world, &mut browser, &renewed[9]).await.unwrap();
    let client_info = signed_in.client_info(&world.auth);
    let own =
        world.auth.verify_backup_code(Some(ada.clone()), answer(&renewed[8]), client_info.clone()).await;
    assert_eq!(own.unwrap().token, Some(ada.token.clone()));
    let again = world.auth.verify_backup_code(Some(ada), answer(&renewed[8]), client_info).await;
    refused(again, TwoStepError::WrongBackupCode);
}

#[tokio::test]
async fn a_code_may_be_checked_without_a_session() {
    let world = World::new();
    let (_, _, backup_codes) = enrolled(&world).await;
    let mut browser = Browser::default();
    browser.show_password(&world.auth, false).await;
    let answer = Answer { code: &backup_codes[0], no_session: true, ..Answer::default() };
    let passed = world.auth.verify_backup_code(None, answer, browser.client_info(&world.auth)).await.unwrap();
    assert_eq!((passed.token, passed.cookies.len()), (None, 0));
    refused(backup(&world, &mut browser, &backup_codes[1]).await, TwoStepError::NoChallenge);
}

#[tokio::test]
async fn a_trusted_browser_needs_no_code_for_thirty_days_after_its_last_sign_in() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    let mut browser = Browser::default();
    browser.show_password(&world.auth, false).await;
    let answer = Answer { code: &app.code(&world, 0), trust_device: true, ..Answer::default() };
    let passed = totp(&world, &mut browser, answer).await.unwrap();
    let set = ["session_token", "session_data", "-two_factor", "trust_device", "-dont_remember"];
    assert_eq!(names(&passed.cookies), set);
    let copied = browser.clone();
    for _ in 0..2 {
        world.later(just_before(30 * DAY));
        let started = browser.sign_in(&world.auth, PASSWORD, false).await.unwrap();
        assert_eq!(names(&started.cookies), ["session_token", "session_data", "trust_device"]);
    }
    let set = ["-trust_device", "-session_token", "-session_data", "two_factor"];
    assert_eq!(names(&copied.clone().show_password(&world.auth, false).await), set);
    world.later(30 * DAY);
    assert_eq!(names(&browser.show_password(&world.auth, false).await), set);
}

#[tokio::test]
async fn browser_trust_is_limited_to_one_user_and_enrollment() {
    let world = World::new();
    let (mut signed_in, app, _) = enrolled(&world).await;
    let mut browser = Browser::default();
    browser.show_password(&world.auth, false).await;
    let answer = Answer { code: &app.code(&world, 0), trust_device: true, ..Answer::default() };
    totp(&world, &mut browser, answer).await.unwrap();

    let ada = asker(&world, &mut signed_in).await;
    let client_info = signed_in.client_info(&world.auth);
    let started = world.auth.disable_two_step(&ada, PASSWORD, client_info).await.unwrap();
    signed_in.keep(&started.cookies);
    world.later(MINUTE);
    let ada = asker(&world, &mut signed_in).await;
    let app = App::of(&world.auth.enroll_two_step(&ada, PASSWORD, None).await.unwrap().uri);
    let (code, client_info) = (app.code(&world, 0), signed_in.client_info(&world.auth));
    world.auth.verify_totp(Some(ada), self::answer(&code), client_info).await.unwrap();
    browser.show_password(&world.auth, false).await;
}

#[tokio::test]
async fn a_browser_session_stays_one_after_the_second_factor() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    let mut browser = Browser::default();
    let cookies = browser.show_password(&world.auth, true).await;
    assert_eq!(names(&cookies), ["dont_remember", "-session_token", "-session_data", "two_factor"]);
    // A browser that loses the cookie does not get a longer session.
    browser.forget("dont_remember");
    let passed = totp(&world, &mut browser, answer(&app.code(&world, 0))).await.unwrap();
    let set = ["session_token", "dont_remember", "session_data", "-two_factor"];
    assert_eq!(names(&passed.cookies), set);
    assert!(!browser.who(&world.auth).await.unwrap().session.remember);
}

#[tokio::test]
async fn disabling_two_factor_renews_the_session_and_drops_the_code() {
    let world = World::new();
    let (mut browser, app, _) = enrolled(&world).await;
    let mut waiting = Browser::default();
    waiting.show_password(&world.auth, false).await;
    let ada = asker(&world, &mut browser).await;
    let client_info = browser.client_info(&world.auth);
    let started = world.auth.disable_two_step(&ada, PASSWORD, client_info).await.unwrap();
    assert_ne!(started.signed_in.token, ada.token);
    assert!(!started.signed_in.user.two_step);
    refused(totp(&world, &mut waiting, answer(&app.code(&world, 0))).await, TwoStepError::NotEnrolled);
    assert!(Browser::default().sign_in(&world.auth, PASSWORD, false).await.is_ok());
}

#[tokio::test]
async fn an_administrator_can_disable_two_factor() {
    let world = World::new();
    let (mut browser, ..) = enrolled(&world).await;
    let ada = browser.who(&world.auth).await.unwrap();
    world.auth.remove_two_step(ada.user.id).await.unwrap();
    assert!(browser.who(&world.auth).await.is_none(), "the sessions have ended");
    let started = Browser::default().sign_in(&world.auth, PASSWORD, false).await.unwrap();
    assert!(!started.signed_in.user.two_step);
}

#[tokio::test]
async fn a_password_reset_keeps_two_factor() {
    let world = World::new();
    let (mut browser, ..) = enrolled(&world).await;
    let ada = browser.who(&world.auth).await.unwrap();
    world.auth.set_password(&ada.user, PASSWORD).await.unwrap();
    Browser::default().show_password(&world.auth, false).await;
}

#[tokio::test]
async fn the_totp_secret_opens_only_with_the_server_secret() {
    let world = World::new();
    let (mut browser, app, backup_codes) = enrolled(&world).await;
    let ada = browser.who(&world.auth).await.unwrap().user.id;
    let kept = world.memory.find_two_step(ada).await.unwrap().unwrap();
    let plain = app.0.secret().as_bytes();
    assert!(!kept.sealed_secret.windows(plain.len()).any(|part| part == plain));
    let stranger = world.replica_with(|config| config.secret = saldo_auth::Secret::new("another secret"));
    let mut elsewhere = Browser::default();
    let cookies: Vec<SetCookie> = elsewhere.show_password(&stranger, false).await;
    assert_eq!(cookies.len(), 3);
    let client_info = elsewhere.client_info(&stranger);
    let code = app.code(&world, 0);
    refused(stranger.verify_totp(None, answer(&code), client_info).await, TwoStepError::Unreadable);
    elsewhere.show_password(&stranger, false).await;
    let client_info = elsewhere.client_info(&stranger);
    let passed = stranger.verify_backup_code(None, answer(&backup_codes[0]), client_info).await;
    refused(passed, TwoStepError::WrongBackupCode);
}

#[tokio::test]
async fn a_burst_of_codes_over_many_sign_ins_is_limited_to_ten() {
    let world = World::with(|config| config.two_step.challenges_max = 1_000);
    let (_, app, backup_codes) = enrolled(&world).await;
    let mut browsers = Vec::new();
    for _ in 0..40 {
        let mut browser = Browser::default();
        browser.show_password(&world.auth, false).await;
        browsers.push(browser);
    }
    let mut looked_at = 0;
    for browser in &mut browsers {
        let passed = totp(&world, browser, answer("000000")).await;
        looked_at += u32::from(matches!(passed, Err(Error::TwoStep(TwoStepError::WrongCode))));
    }
    assert_eq!(looked_at, 10);
    let right = app.code(&world, 0);
    for browser in &mut browsers {
        refused(totp(&world, browser, answer(&right)).await, TwoStepError::Locked);
        refused(backup(&world, browser, &backup_codes[0]).await, TwoStepError::Locked);
    }
}

#[tokio::test]
async fn a_fourth_pending_sign_in_ends_the_oldest() {
    let world = World::new();
    let (_, app, _) = enrolled(&world).await;
    let mut browsers = [(); 4].map(|()| Browser::default());
    for browser in &mut browsers {
        world.later(Duration::from_secs(1));
        browser.show_password(&world.auth, false).await;
    }
    let [oldest, ..] = &mut browsers;
    refused(totp(&world, oldest, answer("000000")).await, TwoStepError::NoChallenge);
    for browser in &mut browsers[1..] {
        refused(totp(&world, browser, answer("000000")).await, TwoStepError::WrongCode);
    }
    let [.., newest] = &mut browsers;
    totp(&world, newest, answer(&app.code(&world, 0))).await.unwrap();
}

#[tokio::test]
async fn a_session_has_the_same_code_limit_as_a_sign_in() {
    let world = World::new();
    let (mut signed_in, app, backup_codes) = enrolled(&world).await;
    let ada = asker(&world, &mut signed_in).await;
    let client_info = signed_in.client_info(&world.auth);
    for _ in 0..5 {
        let totp = world.auth.verify_totp(Some(ada.clone()), answer("000000"), client_info.clone()).await;
        refused(totp, TwoStepError::WrongCode);
        let backup =
            world.auth.verify_backup_code(Some(ada.clone()), answer("wrong"), client_info.clone()).await;
        refused(backup, TwoStepError::WrongBackupCode);
    }
    let right = app.code(&world, 0);
    let totp = world.auth.verify_totp(Some(ada.clone()), answer(&right), client_info.clone()).await;
    refused(totp, TwoStepError::Locked);
    let backup = world.auth.verify_backup_code(Some(ada), answer(&backup_codes[0]), client_info).await;
    refused(backup, TwoStepError::Locked);
}
