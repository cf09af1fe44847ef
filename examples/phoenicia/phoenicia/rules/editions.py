"""The edition of the rulebook and its sections, in the order of the text."""

from __future__ import annotations

from era_of_inventions.tabletop import Edition, Section

NL = Edition(
    code="nl",
    file="phoenicia_nl.txt",
    name="Dutch",
    sections=(
        Section("Phoenicia"),
        Section("Inleiding"),
        Section("Spelmateriaal"),
        Section("Overzicht en doel van het spel"),
        Section("Spelvoorbereiding"),
        Section("Inleiding (strategie)", "Inleiding"),
        Section("Spelverloop"),
        Section("De speelbeurt van de spelers", "1. De speelbeurt van de spelers"),
        Section("Administratie (overzicht)", "2. Administratie"),
        Section("De speelbeurt van een speler", "1. De speelbeurt van een speler"),
        Section("Kaarten veilen", "1. a. Kaarten veilen"),
        Section("Arbeiders opleiden, inzetten, verplaatsen", "1. b. Arbeiders opleiden, inzetten, verplaatsen"),
        Section("Arbeider opleiden", "ARBEIDER OPLEIDEN"),
        Section("Arbeider inzetten", "ARBEIDER INZETTEN"),
        Section("Arbeider verplaatsen", "ARBEIDER VERPLAATSEN"),
        Section("Werktuigen en vermogen", "1. c. Werktuigen kopen en het vermogen aanpassen"),
        Section("Werktuigen kopen", "WERKTUIGEN KOPEN"),
        Section("Vermogen aanpassen", "VERMOGEN AANPASSEN"),
        Section("Na de speelbeurt", "NA DE SPEELBEURT"),
        Section("Administratie", "2. Administratie"),
        Section("Zegepunten en nieuwe Overlord", "2. a. Bepalen van de zegepunten"),
        Section("Nieuwe ontwikkelingskaarten blootleggen", "2. b. Nieuwe ontwikkelingskaarten blootleggen"),
        Section("Productiekaarten uitdelen", "2. c. Productiekaarten uitdelen"),
        Section("Limieten van pakhuizen en vermogen", "2. d. Bepalen en aanpassen van de limieten"),
        Section("Einde van het spel en overwinnaar"),
        Section("Etiquette"),
        Section("Spelmateriaal en andere beperkingen"),
        Section("Overzicht"),
        Section("Spelverloop (overzichtskaart)", "SPELVERLOOP"),
        Section("Tabel van de ontwikkelingskaarten", "ontwikkelings- kaarten"),
    ),
)
