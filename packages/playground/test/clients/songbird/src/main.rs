//! Joins the voice channel "Lounge" with songbird's driver, speaks for ten seconds, and ends.
//! It takes DISCORD_GATEWAY_URL, DISCORD_TOKEN and SSL_CERT_FILE from its environment.

use std::{env, error::Error, io::Cursor, num::NonZeroU64};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use songbird::{
    Config, ConnectionInfo, Driver, Event, EventContext, EventHandler, TrackEvent,
    id::{ChannelId, GuildId, UserId},
    input::{Input, RawAdapter},
};
use tokio::sync::mpsc;
use tokio_tungstenite::{connect_async, tungstenite::Message};

const SECONDS: usize = 10;
const RATE: usize = 48_000;

struct Ended(mpsc::UnboundedSender<()>);

#[async_trait::async_trait]
impl EventHandler for Ended {
    async fn act(&self, _: &EventContext<'_>) -> Option<Event> {
        let _ = self.0.send(());
        None
    }
}

/// A tone of 440 Hz as 32-bit samples, mono.
fn tone() -> Input {
    let bytes: Vec<u8> = (0..SECONDS * RATE)
        .map(|at| (at as f32 * 440.0 * std::f32::consts::TAU / RATE as f32).sin() * 0.3)
        .flat_map(f32::to_le_bytes)
        .collect();
    RawAdapter::new(Cursor::new(bytes), RATE as u32, 1).into()
}

fn id(value: &Value) -> NonZeroU64 {
    value.as_str().and_then(|text| text.parse().ok()).expect("an id")
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let (mut gateway, _) = connect_async(env::var("DISCORD_GATEWAY_URL")? + "/?v=10&encoding=json").await?;
    let identify = json!({ "op": 2, "d": { "token": env::var("DISCORD_TOKEN")?, "intents": 129, "properties": {} } });
    gateway.send(Message::text(identify.to_string())).await?;

    let (mut user, mut guild, mut channel, mut session) = (None, None, None, None);
    let (token, endpoint) = loop {
        let message = gateway.next().await.ok_or("the gateway closed")??;
        let Ok(text) = message.to_text() else { continue };
        let event: Value = serde_json::from_str(text)?;
        let data = &event["d"];
        match event["t"].as_str() {
            Some("READY") => user = Some(id(&data["user"]["id"])),
            Some("GUILD_CREATE") => {
                let channels = data["channels"].as_array().ok_or("no channels")?;
                let lounge = channels.iter().find(|each| each["name"] == "Lounge").ok_or("no Lounge")?;
                (guild, channel) = (Some(id(&data["id"])), Some(id(&lounge["id"])));
                let join = json!({ "op": 4, "d": { "guild_id": data["id"], "channel_id": lounge["id"], "self_mute": false, "self_deaf": false } });
                gateway.send(Message::text(join.to_string())).await?;
            }
            Some("VOICE_STATE_UPDATE") if user == Some(id(&data["user_id"])) => {
                session = data["session_id"].as_str().map(String::from);
            }
            Some("VOICE_SERVER_UPDATE") => {
                break (data["token"].as_str().unwrap().to_owned(), data["endpoint"].as_str().unwrap().to_owned());
            }
            _ => {}
        }
    };

    let mut driver = Driver::new(Config::default());
    driver
        .connect(ConnectionInfo {
            channel_id: ChannelId(channel.ok_or("no channel")?),
            guild_id: GuildId(guild.ok_or("no guild")?),
            user_id: UserId(user.ok_or("no user")?),
            session_id: session.ok_or("no session")?,
            endpoint,
            token,
        })
        .await?;
    println!("connected");
    let (over, mut ended) = mpsc::unbounded_channel();
    driver.play_input(tone()).add_event(Event::Track(TrackEvent::End), Ended(over))?;
    ended.recv().await;
    driver.leave();
    println!("spoken");
    Ok(())
}
