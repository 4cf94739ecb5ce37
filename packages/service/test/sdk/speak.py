"""Asks the speech service everything that it has for Google's SDK, and prints what came as JSON."""

import json
import sys

from google import genai
from google.genai import types

origin, key, model, text = sys.argv[1:]
client = genai.Client(api_key=key, http_options=types.HttpOptions(base_url=origin))
voice = types.VoiceConfig(prebuilt_voice_config=types.PrebuiltVoiceConfig(voice_name="Kore"))
config = types.GenerateContentConfig(
    response_modalities=["AUDIO"],
    speech_config=types.SpeechConfig(voice_config=voice),
)


def sound_of(answer):
    content = answer.candidates[0].content
    return content.parts[0].inline_data if content and content.parts else None


whole = client.models.generate_content(model=model, contents=text, config=config)
events = list(client.models.generate_content_stream(model=model, contents=text, config=config))
sounds = [sound for sound in map(sound_of, events) if sound]
print(
    json.dumps(
        {
            "type": sound_of(whole).mime_type,
            "bytes": len(sound_of(whole).data),
            "total": whole.usage_metadata.total_token_count,
            "eventTypes": sorted({sound.mime_type for sound in sounds}),
            "eventBytes": sum(len(sound.data) for sound in sounds),
            "eventTotal": events[-1].usage_metadata.total_token_count,
            "counted": client.models.count_tokens(model=model, contents=text).total_tokens,
            "listed": [one.name for one in client.models.list()],
            "name": client.models.get(model=model).name,
            "voices": [voice.display_name for voice in client.voices.list(gender=["male"]).voices],
        }
    )
)
