"""A bot as people write them with discord.py: files, buttons, menus, forms, completion, and voice."""

import asyncio
import io
import os

import discord
import yarl
from discord import app_commands

# The one thing that a bot for the playground does differently: discord.py has both addresses built in.
discord.http.Route.BASE = os.environ["DISCORD_API_URL"] + "/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])

COLOURS = ["amber", "azure", "crimson", "indigo", "olive"]
PACKETS = 500


class Packets(discord.AudioSource):
    """Ten seconds of Opus packets, all different. Their content doesn't matter."""

    def __init__(self) -> None:
        self.next = 0

    def read(self) -> bytes:
        if self.next == PACKETS:
            return b""
        self.next += 1
        return bytes([0x48, (self.next - 1) & 0xFF, (self.next - 1) >> 8, 1, 2, 3, 4, 5])

    def is_opus(self) -> bool:
        return True


class Form(discord.ui.Modal, title="About you"):
    name = discord.ui.TextInput(label="Name", custom_id="name", max_length=40)
    story = discord.ui.TextInput(label="Story", custom_id="story", style=discord.TextStyle.paragraph, required=False)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{self.name.value}: {self.story.value}", ephemeral=True)


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.presses = 0

    @discord.ui.button(label="Press", custom_id="press", style=discord.ButtonStyle.primary)
    async def press(self, interaction: discord.Interaction, _button: discord.ui.Button) -> None:
        self.presses += 1
        await interaction.response.edit_message(content=f"pressed {self.presses}", view=self)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _button: discord.ui.Button) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.select(
        custom_id="colour",
        max_values=2,
        options=[discord.SelectOption(label=colour.title(), value=colour) for colour in COLOURS],
    )
    async def colour(self, interaction: discord.Interaction, select: discord.ui.Select) -> None:
        await interaction.response.send_message(", ".join(select.values), ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="person")
    async def person(self, interaction: discord.Interaction, select: discord.ui.UserSelect) -> None:
        await interaction.response.send_message(select.values[0].display_name, ephemeral=True)


class Bot(discord.Client):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True, voice_states=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        await self.tree.sync()


bot = Bot()


@bot.tree.command(description="Sends a text back as a file")
@app_commands.describe(text="What is in the file", attached="A file to send along")
async def file(interaction: discord.Interaction, text: str, attached: discord.Attachment | None = None) -> None:
    await interaction.response.defer(thinking=True)
    files = [discord.File(io.BytesIO(text.encode()), "text.txt")]
    if attached:
        files.append(await attached.to_file())
    await interaction.followup.send(f"{len(files)} files", files=files)


@bot.tree.command(description="Shows buttons and menus")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("a panel", view=Panel())


@bot.tree.command(description="Paints")
async def paint(interaction: discord.Interaction, colour: str, times: app_commands.Range[int, 1, 3] = 1) -> None:
    await interaction.response.send_message(" ".join([colour] * times))


@paint.autocomplete("colour")
async def complete(_interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=each.title(), value=each) for each in COLOURS if each.startswith(current)]


@bot.tree.command(description="Speaks in your voice channel")
async def speak(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    voice = await interaction.user.voice.channel.connect(timeout=20, reconnect=False)
    while not voice.voice_privacy_code:
        await asyncio.sleep(0.05)
    over = asyncio.get_running_loop().create_future()
    voice.play(Packets(), after=lambda error: bot.loop.call_soon_threadsafe(over.set_result, error))
    error = await over
    await voice.disconnect()
    await interaction.followup.send(f"spoken, error: {error}")


@bot.tree.command(description="Does what bots do beside commands, and tells what came of it")
async def tour(interaction: discord.Interaction) -> None:
    await interaction.response.defer()
    channel, guild = interaction.channel, interaction.guild
    message = await channel.send("first")
    await message.edit(content="second")
    await message.add_reaction("👍")
    reaction = (await channel.fetch_message(message.id)).reactions[0]
    who = [user.id async for user in reaction.users()]
    async with channel.typing():
        thread = await message.create_thread(name="Aside")
    await thread.send("inside")
    inside = [each.content async for each in thread.history(oldest_first=True)]
    await thread.edit(archived=True)
    archived = [each.name async for each in channel.archived_threads()]
    try:
        await message.pin()
    except discord.Forbidden as refusal:
        pinned = refusal.code
    members = await guild.query_members("be")
    roles = await guild.fetch_roles()
    before = [each.content async for each in channel.history(limit=2, before=message)]
    await message.delete()
    told = [
        f"{reaction.emoji} {who == [bot.user.id]}",
        f"thread {inside[-1]}, archived {archived}",
        f"pinning {pinned}",
        f"members {[each.display_name for each in members]}",
        f"roles {sorted(each.name for each in roles)}",
        f"before {before}",
    ]
    await interaction.followup.send("\n".join(told))


@bot.tree.command(description="Tells where it is used, and by which installs")
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def where(interaction: discord.Interaction) -> None:
    by = [interaction.is_guild_integration(), interaction.is_user_integration()]
    kind = type(interaction.channel).__name__
    await interaction.response.send_message(f"{kind} {interaction.context.to_array()} {by}")


@bot.tree.context_menu(name="Count")
async def count(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"{len(message.content)} characters", ephemeral=True)


bot.run(os.environ["DISCORD_TOKEN"], root_logger=True)
