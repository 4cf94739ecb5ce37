//! Speaks in the first voice channel of every guild with songbird's drivers, Opus passed through, until it is ended.
//! Its environment has DISCORD_GATEWAY_URL, DISCORD_TOKEN, SSL_CERT_FILE and SOUND, the path of a DCA file.

use std::{collections::HashMap, env, error::Error, num::NonZeroU64, sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use songbird::{
    Config, ConnectionInfo, Driver,
    id::{ChannelId, GuildId, UserId},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// The interval of heartbeats to the gateway.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// The interval of joins: a gateway closes a connection that sends more than 120 payloads a minute.
const JOIN_EVERY: Duration = Duration::from_millis(550);
/// Discord's type of a voice channel.
const VOICE: u64 = 2;

#[derive(Default)]
struct Place {
    channel: Option<NonZeroU64>,
    session: Option<String>,
}

fn id(value: &Value) -> Option<NonZeroU64> {
    value.as_str()?.parse().ok()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let sound: Arc<[u8]> = std::fs::read(env::var("SOUND")?)?.into();
    let (mut gateway, _) = connect_async(env::var("DISCORD_GATEWAY_URL")? + "/?v=10&encoding=json").await?;
    let identify = json!({ "op": 2, "d": { "token": env::var("DISCORD_TOKEN")?, "intents": 129, "properties": {} } });
    gateway.send(Message::text(identify.to_string())).await?;

    let mut user = None;
    let mut places: HashMap<NonZeroU64, Place> = HashMap::new();
    let mut drivers = Vec::new();
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    loop {
        let message = tokio::select! {
            message = gateway.next() => message.ok_or("the gateway closed")??,
            _ = heartbeat.tick() => {
                gateway.send(Message::text(json!({ "op": 1, "d": null }).to_string())).await?;
                continue;
            }
        };
        let event: Value = match message {
            Message::Text(text) => serde_json::from_str(&text)?,
            Message::Close(close) => return Err(format!("the gateway closed: {close:?}").into()),
            _ => continue,
        };
        let data = &event["d"];
        match event["t"].as_str() {
            Some("READY") => user = id(&data["user"]["id"]),
            Some("GUILD_CREATE") => {
                let channels = data["channels"].as_array().ok_or("no channels")?;
                let Some(voice) = channels.iter().find(|each| each["type"] == VOICE) else { continue };
                let guild = id(&data["id"]).ok_or("no guild")?;
                places.insert(guild, Place { channel: id(&voice["id"]), session: None });
                let join = json!({ "op": 4, "d": { "guild_id": data["id"], "channel_id": voice["id"], "self_mute": false, "self_deaf": true } });
                gateway.send(Message::text(join.to_string())).await?;
                tokio::time::sleep(JOIN_EVERY).await;
            }
            Some("VOICE_STATE_UPDATE") if user == id(&data["user_id"]) => {
                let place = id(&data["guild_id"]).and_then(|guild| places.get_mut(&guild));
                if let Some(place) = place {
                    place.session = data["session_id"].as_str().map(String::from);
                }
            }
            Some("VOICE_SERVER_UPDATE") => {
                let guild = id(&data["guild_id"]).ok_or("no guild")?;
                let place = places.get(&guild).ok_or("an unknown guild")?;
                let mut driver = Driver::new(Config::default());
                driver
                    .connect(ConnectionInfo {
                        channel_id: ChannelId(place.channel.ok_or("no channel")?),
                        guild_id: GuildId(guild),
                        user_id: UserId(user.ok_or("no user")?),
                        session_id: place.session.clone().ok_or("no session")?,
                        endpoint: data["endpoint"].as_str().ok_or("no endpoint")?.into(),
                        token: data["token"].as_str().ok_or("no token")?.into(),
                    })
                    .await?;
                driver.play_input(Arc::clone(&sound).into());
                drivers.push(driver);
            }
            _ => {}
        }
    }
}
